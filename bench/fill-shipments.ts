import { fillShipments } from '../apps/server/src/testing/fill-shipments.ts'

/** For trying the search at size, in a database where something was bought: `DATABASE_URL=… node bench/fill-shipments.ts 1000000`. */
const url = process.env['DATABASE_URL']
const shipments = Number(process.argv[2] ?? 1_000_000)
if (url === undefined) throw new Error('Give the DATABASE_URL of a database where something was bought')
await fillShipments(url, shipments)
process.stdout.write(`${shipments} shipments written for each organisation\n`)
