import type { Printer } from '@postroom/contract/device-messages'
import { mediaOf } from '../printers/ipp/ipp-media.ts'

const PAPERS = `
  iso_a4_210x297mm na_index-4x6_4x6in na_letter_8.5x11in na_legal_8.5x14in na_executive_7.25x10.5in
  na_govt-letter_8x10in na_invoice_5.5x8.5in iso_a5_148x210mm iso_b5_176x250mm om_16k_195x270mm om_16k_184x260mm
  jpn_oufuku_148x200mm jis_b5_182x257mm na_number-10_4.125x9.5in iso_c5_162x229mm na_monarch_3.875x7.5in
  iso_dl_110x220mm na_index-3x5_3x5in na_5x7_5x7in na_index-5x8_5x8in iso_a6_105x148mm iso_c6_114x162mm
  jpn_hagaki_100x148mm om_small-photo_100x150mm iso_a3_297x420mm na_foolscap_8.5x13in na_oficio_8.5x13.4in
  jis_b6_128x182mm iso_b6_125x176mm na_ledger_11x17in jpn_chou3_120x235mm jpn_chou4_90x205mm
  na_personal_3.625x6.5in na_a2_4.375x5.75in iso_b4_250x353mm jis_b4_257x364mm om_8k_260x368mm om_8k_270x390mm
  na_super-a_8.94x14in na_arch-b_12x18in`
  .trim()
  .split(/\s+/)

/** One of the network printers that accept forty media. */
export const anOfficePrinter = (number: number, changes: Partial<Printer> = {}): Printer => ({
  id: `urn:uuid:e3248000-80ce-11db-8000-3c2af4a1b2${number}`,
  name: `HP Color LaserJet Pro M479fdw [A1B2${number}]`,
  driver: 'ipp',
  state: 'ready',
  reasons: ['media-low', 'toner-low'],
  media: mediaOf({ 'media-supported': PAPERS }, 'media-supported'),
  media_ready: mediaOf({ 'media-ready': PAPERS.slice(0, 1) }, 'media-ready'),
  resolutions_dpi: [300, 600],
  ...changes,
})
