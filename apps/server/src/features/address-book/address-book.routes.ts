import * as calls from '@postroom/contract/address-book'
import type { LookupQuery } from '@postroom/contract/address-calls'
import type { FastifyRequest } from 'fastify'
import { askLookup } from '../../addresses/ask-lookup.ts'
import type { Context } from '../../context.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { countAddresses, findAddresses, findListed } from './address-search.store.ts'
import { insertAddress, setDeleted } from './address.store.ts'
import { changeAddresses } from './change-addresses.ts'
import { exportCsv } from './export-addresses.ts'
import { importCsv } from './import-addresses.ts'
import { rewriteAddress, writtenAddress } from './write-address.ts'

/** The address book. @see spec §3, §7 'Address' */
export function addressBookRoutes(api: Api, context: Context): void {
  const { db, addressLookup } = context
  const lookUp = (request: FastifyRequest) => (query: LookupQuery) => askLookup(addressLookup, query, request.log)

  serve(api, calls.createAddress, async ({ body, user, request }) => {
    const address = await writtenAddress(body, lookUp(request))
    return act(context, user, (tx, actor) => insertAddress(tx, actor, address))
  })

  serve(api, calls.updateAddress, ({ params, body, user, request }) =>
    rewriteAddress(context, user, { id: params.id, draft: body }, lookUp(request)),
  )

  serve(api, calls.mergeAddresses, ({ params, body, user, request }) =>
    rewriteAddress(context, user, { id: params.id, draft: body.address, duplicates: body.duplicates }, lookUp(request)),
  )

  serve(api, calls.deleteAddress, async ({ params, user }) => {
    const deleted = await act(context, user, (tx, actor) => setDeleted(tx, actor, [params.id], context.now()))
    if (deleted === 0) throw new AppError('not_found')
    return { id: params.id }
  })

  serve(api, calls.changeAddresses, async ({ body, user }) => ({ changed: await changeAddresses(context, user, body) }))

  serve(api, calls.getAddress, async ({ params, user }) => {
    const address = await findListed(db, user, params.id)
    if (!address) throw new AppError('not_found')
    return address
  })

  serve(api, calls.listAddresses, ({ query, user }) => findAddresses(db, user, withTags(query)))

  serve(api, calls.countAddresses, ({ query, user }) => countAddresses(db, user, withTags(query)))

  serve(api, calls.searchAddresses, ({ query, body, user }) => findAddresses(db, user, { ...query, ...body }))

  serve(api, calls.importAddresses, ({ query, body, user }) => importCsv(context, user, body, query.preview === 'true'))

  serve(api, calls.exportAddresses, async ({ user }) =>
    answer(200, new Uint8Array(await exportCsv(context, user)), csvDownloadHeaders('addresses.csv')),
  )
}

const withTags = <Query extends { tag?: string | undefined }>({ tag, ...query }: Query) => ({
  ...query,
  tags: tag === undefined ? [] : [tag],
})
