import * as z from 'zod'
import { addressTextSchema, postalAddressSchema } from './address.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { singleLine } from './single-line.ts'

const alias = singleLine(40).min(1)

/** A sender of the organisation, as saved. The rules for addresses may have changed since. */
const shipperSchema = z.object({ id: z.uuid(), alias: z.string(), address: addressTextSchema })

export const listShippers = endpoint({
  id: 'listShippers',
  method: 'GET',
  path: '/stamp/v1/shipper',
  summary: 'The senders of the organisation, or the one with this alias',
  tag: 'shipment',
  auth: 'session',
  query: listQuery(['alias']).extend({ alias: alias.optional() }),
  responses: { 200: pageOf(shipperSchema) },
  errors: [],
})

export const saveShipper = endpoint({
  id: 'saveShipper',
  method: 'POST',
  path: '/stamp/v1/shipper',
  summary: 'Save a sender under its alias, replacing the one that has it',
  tag: 'shipment',
  auth: 'session',
  permission: 'administration',
  body: z.strictObject({ alias, address: postalAddressSchema }),
  responses: { 200: shipperSchema },
  errors: [],
})

export const deleteShipper = endpoint({
  id: 'deleteShipper',
  method: 'DELETE',
  path: '/stamp/v1/shipper/{id}',
  summary: 'Delete a sender; shipments keep theirs',
  tag: 'shipment',
  auth: 'session',
  permission: 'administration',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: z.object({ id: z.uuid() }) },
  errors: [],
})
