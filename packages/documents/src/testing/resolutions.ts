import { IS_SWEEP } from '@postroom/domain/testing/sweep'

/**
 * The resolutions at which every symbol is read back; `npm test` takes the hardest. Bars and modules stand on whole dots at 300
 * dpi, so at 300 and 600 dpi each has exactly its width. At 203 dpi the 3 dots of a bar become 2.03: rounding makes
 * neighbours unequal, and the fewest dots tell them apart. With bars of 2 dots all readers succeed at 300 and 600 and fail at 203.
 */
export const RESOLUTIONS_DPI = IS_SWEEP ? [203, 300, 600] : [203]
