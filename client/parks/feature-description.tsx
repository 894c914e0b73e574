import type { FeatureId } from '../../data/model/feature.ts'
import { FEATURE_DESCRIPTIONS } from './feature-descriptions.ts'
import { Tooltip, type TooltipProps } from '../ui/tooltip.tsx'

/** What a filter by a feature means, as a tooltip. */
export const FeatureDescription = ({
  feature,
  ...rest
}: { feature: FeatureId } & Omit<TooltipProps, 'text'>) => (
  <Tooltip text={FEATURE_DESCRIPTIONS[feature]} {...rest} />
)
