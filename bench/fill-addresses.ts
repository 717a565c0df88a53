import { fillAddresses } from '../apps/server/src/testing/fill-addresses.ts'

/** For trying the search at size, in a database that has a user: `DATABASE_URL=… node bench/fill-addresses.ts 100000`. */
const url = process.env['DATABASE_URL']
const rows = Number(process.argv[2] ?? 100_000)
if (url === undefined) throw new Error('Give the DATABASE_URL of a database that has a user')
await fillAddresses(url, rows)
process.stdout.write(`${rows} addresses written\n`)
