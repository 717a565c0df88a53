import { unescape } from 'node:querystring'
import type { Printer } from '@postroom/contract/device-messages'
import { numberIn, textIn, textsIn } from './ipp-client.ts'
import type { IppAttributes } from './ipp-codec.ts'
import { takesDots, type unreadableOf } from './ipp-document.ts'
import { dpiOf, mediaOf, resolutionsOf } from './ipp-media.ts'

const PRINTER_STATES: Record<number, Printer['state']> = { 3: 'ready', 4: 'printing', 5: 'stopped' }

/** The attributes requested from a printer. */
export const DESCRIPTION = [
  'printer-name',
  'printer-info',
  'printer-state',
  'printer-state-reasons',
  'printer-resolution-supported',
  'printer-resolution-default',
  'media-supported',
  'media-ready',
  'media-default',
  'media-col-database', // is no part of 'all'
  'document-format-supported',
  'pwg-raster-document-resolution-supported',
  'copies-supported',
  'print-scaling-supported',
  'sides-supported',
  'number-up-supported',
  'orientation-requested-supported',
  'job-sheets-supported',
  'job-hold-until-supported',
  'device-uri', // only CUPS has these two
  'cups-version',
]

export const idOf = (uri: string): string => `ipp:${uri}`.slice(0, 200)

/** The description of a printer; a printer that can read no document is stopped. @param attributes undefined when it does not answer */
export function describeIpp(
  uri: string,
  attributes: IppAttributes | undefined,
  unreadableIn: typeof unreadableOf,
): Printer {
  // unlike decodeURIComponent it does not throw; an announced address is untrusted
  const name = unescape(new URL(uri).pathname.split('/').findLast((part) => part !== '') ?? uri)
  const known = attributes ?? {}
  const unreadable = attributes && unreadableIn(attributes)
  const state = PRINTER_STATES[numberIn(known, 'printer-state') ?? 0] ?? 'stopped'
  const [media_default] = mediaOf(known, 'media-default')
  return {
    id: idOf(uri),
    name: textIn(known, 'printer-info') || textIn(known, 'printer-name') || name,
    driver: 'ipp',
    state: !attributes ? 'offline' : unreadable ? 'stopped' : state,
    reasons: [...(unreadable ? [unreadable] : []), ...reasonsOf(known)],
    media: mediaOf(known, 'media-supported'),
    media_ready: mediaOf(known, 'media-ready'),
    ...(media_default && { media_default }),
    resolutions_dpi: resolutionsOf(known).map(dpiOf),
    ...(takesDots(known) && { can_offset: true }),
  }
}

/** Without the suffix for the severity: `media-empty-report` becomes `media-empty`. */
export const reasonsOf = (attributes: IppAttributes): string[] =>
  textsIn(attributes, 'printer-state-reasons')
    .filter((reason) => reason !== 'none')
    .map((reason) => reason.replace(/-(report|warning|error)$/, ''))
