import * as z from 'zod'

/** A code on a test page: the format in the words of its standard, and the text in it. */
export const pageCodeSchema = z.object({ format: z.enum(['DataMatrix', 'Code128']), text: z.string().max(200) })
export type PageCode = z.output<typeof pageCodeSchema>
