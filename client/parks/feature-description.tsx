import type { ReactElement } from 'react'
import type { FeatureId } from '../../data/model/feature.ts'
import { FEATURE_DESCRIPTIONS } from './feature-descriptions.ts'
import { HoverTooltip, Tooltip } from '../ui/tooltip.tsx'

/** Shows the description to the keyboard and to touch. */
export const FeatureDescription = ({ id, children }: { id: FeatureId; children: ReactElement }) => (
  <Tooltip text={FEATURE_DESCRIPTIONS[id]}>{children}</Tooltip>
)

/** Shows the description to a mouse. */
export const FeatureHoverDescription = ({ id, children }: { id: FeatureId; children: ReactElement }) => (
  <HoverTooltip text={FEATURE_DESCRIPTIONS[id]}>{children}</HoverTooltip>
)
