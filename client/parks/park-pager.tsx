import { PAGE_SIZES } from '../queries/home-address.ts'
import { Pager, type PagerProps } from '../ui/pager.tsx'
import { PARK_TEXTS } from './texts.ts'

/** Page numbers below a list of parks, with a choice of parks per page. */
export const ParkPager = (props: Omit<PagerProps, 'sizes' | 'sizeLabel'>) => (
  <Pager {...props} sizes={PAGE_SIZES} sizeLabel={PARK_TEXTS.list.pageSize} />
)
