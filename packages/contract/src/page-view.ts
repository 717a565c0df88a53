import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Every page whose views are counted. A page that is missing here does not compile in the web app. @see spec §2, §9 */
export const VIEWED_PAGES = [
  'login',
  'reset',
  'error',
  'home',
  'shipping',
  'desk',
  'letters',
  'many',
  'mailroom',
  'queued',
  'history',
  'returns',
  'addressbook',
  'dashboard',
  'wizard',
  'printers',
  'preferences',
  'references',
  'check',
  'administration',
  'operator',
  'search',
  'notices',
  'help',
  'profile',
] as const
export type ViewedPage = (typeof VIEWED_PAGES)[number]

export const countPageView = endpoint({
  id: 'countPageView',
  method: 'POST',
  path: '/stamp/v1/page-view',
  summary: 'Count that a page of the web app was opened. It is sent without a session: nobody is named',
  tag: 'identity',
  auth: 'public',
  body: z.strictObject({ page: z.enum(VIEWED_PAGES) }),
  responses: { 200: z.object({ counted: z.literal(true) }) },
  errors: [],
})
