import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { singleLine } from './single-line.ts'

const listedOrganisationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  handle: z.string(),
  created_at: z.iso.datetime(),
  /** Users who can sign in, by plan. */
  users: z.object({ full: z.int(), lite: z.int() }),
  /** What each account can spend, in pence; below zero, what it owes. */
  accounts: z.array(z.object({ id: z.uuid(), name: z.string(), is_active: z.boolean(), available: z.int() })),
})
export type ListedOrganisation = z.output<typeof listedOrganisationSchema>

export const listOrganisations = endpoint({
  id: 'listOrganisations',
  method: 'GET',
  path: '/identity/v1/organisations',
  summary: 'Every organisation of the installation by name, with its users and accounts',
  tag: 'identity',
  auth: 'session',
  permission: 'top_up',
  everyOrganisation: true,
  query: listQuery(['name']).extend({
    /** A part of the name. */
    text: singleLine(100).default(''),
  }),
  responses: { 200: pageOf(listedOrganisationSchema) },
  errors: [],
})
