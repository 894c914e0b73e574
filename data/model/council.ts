import * as z from 'zod/mini'
import { StateCode } from './state.ts'

/**
 * A council's general rule for dogs, from its own page. It is shown as the council's and never overrides a
 * sign or a park's own rule.
 */
const CouncilRule = z.strictObject({
  /** 'parks and reserves', or the name of one park. */
  appliesTo: z.string(),
  /** Whether the rule is about one park, so that only that park shows it. */
  onePark: z.boolean(),
  rule: z.string(),
  page: z.string(),
  /** 'after Dec 2019'; `null` if the page has no date. */
  asOf: z.nullable(z.string()),
})

/** Code of a local government area of the Australian Bureau of Statistics (ASGS edition 3, 2022). */
export const CouncilCode = z.string().check(z.maxLength(5), z.regex(/^\d{5}$/))

/** A council area. Not every area has a council: 'Unincorporated SA' has no website. */
export const Council = z.strictObject({
  code: CouncilCode,
  /** 'Port Adelaide Enfield'. */
  name: z.string(),
  state: z.nullable(StateCode),
  website: z.nullable(z.string()),
  rules: z.array(CouncilRule),
})
export type Council = z.infer<typeof Council>

/** A council area with its centre, as in the directory. */
export const CouncilArea = z.strictObject({
  ...Council.shape,
  /** The mean of its localities, to a hundredth of a degree. Missing for areas without localities, and in older directories. */
  centre: z.optional(z.strictObject({ latitude: z.number(), longitude: z.number() })),
})
export type CouncilArea = z.infer<typeof CouncilArea>

const SAYS_WHAT_IT_IS = /\b(?:Council|Government|Unincorp(?:orated|\.))/
/** 'Unley' → 'Unley council'; names that say what they are stay as they are. */
export const councilTitle = ({ name }: Pick<Council, 'name'>) =>
  SAYS_WHAT_IT_IS.test(name) ? name : `${name} council`
