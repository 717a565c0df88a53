import * as z from 'zod'

const soldSchema = z.object({ sold: z.object({ code: z.string(), pending_id: z.string(), id: z.uuid() }) })

/** A shipment that was bought on its own page: the queue prints it and shows what became of it. */
export type SoldItem = z.output<typeof soldSchema>['sold']

/** The state of the navigation that names it. It holds no person and no address. */
export const toSold = (sold: SoldItem): z.output<typeof soldSchema> => ({ sold })

export const soldIn = (state: unknown): SoldItem | undefined => soldSchema.safeParse(state).data?.sold
