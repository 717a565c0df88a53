import { IS_SWEEP } from '@postroom/domain/testing/sweep'

/**
 * The resolutions at which tests read every symbol back; `npm test` uses only the hardest. Bars and modules are whole dots
 * at 300 dpi, so they are exact at 300 and 600 dpi. At 203 dpi the 3 dots of a bar become 2.03, and rounding makes adjacent
 * bars unequal. With bars of 2 dots all decoders succeed at 300 and 600 dpi and fail at 203.
 */
export const RESOLUTIONS_DPI = IS_SWEEP ? [203, 300, 600] : [203]
