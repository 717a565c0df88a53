import { NO_ADDRESSEE } from '@postroom/contract/address'
import type { LabelContent } from '../label/label-content.ts'

const RETURN_ADDRESS = 'Llewellyn Bindery Ltd\nUnit 4, Glanyrafon Estate\nAberystwyth SY23 3JQ'

const signedLetter = { era: RETURN_ADDRESS, slogan: 'Bookbinding since 1911' } satisfies Partial<LabelContent>
const plainLetter = {
  service: '1',
  service_name: '1st Class',
  vsi_line1: '1ST CLASS',
  era: RETURN_ADDRESS,
} satisfies Partial<LabelContent>

const sheet = (label_name: string, index: number, row: number) =>
  ({ size: 'A4', label_name, positions: [{ index, row }] }) satisfies Partial<LabelContent>

/** Every kind of label with its content and its expected page size in millimetres. For rolls: spec §9, inches × 25.4. */
export const LABEL_KINDS: readonly [kind: string, asked: Partial<LabelContent>, width: number, height: number][] = [
  ['4x6', {}, 101.6, 152.4],
  ['4x6-test', { test: true }, 101.6, 152.4],
  ['4x4', { ...signedLetter, size: '1X', label_name: '4x4' }, 101.6, 101.6],
  ['4x4-test', { ...signedLetter, size: '1X', label_name: '4x4', test: true }, 101.6, 101.6],
  ['4x4-plain', { ...plainLetter, size: '1X', label_name: '4x4', to: NO_ADDRESSEE }, 101.6, 101.6],
  ['DK-11241', { label_name: 'DK-11241' }, 101.6, 152.4],
  ['DK-11247', { label_name: 'DK-11247' }, 4.08 * 25.4, 6.47 * 25.4],
  ['DK-22243', { size: '1X', label_name: 'DK-22243' }, 98.55, 140.55],
  ['A4', { size: 'A4' }, 210, 297],
  ['1X', { size: '1X' }, 210, 297],
  ['L7167', sheet('L7167', 0, 0), 210, 297],
  ['L7168', sheet('L7168', 0, 1), 210, 297],
  ['L7162', { ...signedLetter, ...sheet('L7162', 1, 7) }, 210, 297],
  ['L7163', { ...signedLetter, ...sheet('L7163', 0, 2) }, 210, 297],
  ['L7163-test', { ...signedLetter, ...sheet('L7163', 0, 2), test: true }, 210, 297],
  ['L7165', { ...signedLetter, ...sheet('L7165', 1, 3) }, 210, 297],
  ['L7166', { ...signedLetter, ...sheet('L7166', 0, 2) }, 210, 297],
  ['L7173', { ...signedLetter, ...sheet('L7173', 1, 4) }, 210, 297],
  ['L7173-no-addressee', { ...signedLetter, ...sheet('L7173', 1, 4), to: NO_ADDRESSEE }, 210, 297],
  ['L7159', { ...plainLetter, ...sheet('L7159', 2, 7) }, 210, 297],
  ['L7160', { ...plainLetter, ...sheet('L7160', 0, 0) }, 210, 297],
  ['L7161', { ...plainLetter, ...sheet('L7161', 1, 2) }, 210, 297],
  ['Hovat', { ...signedLetter, ...sheet('Hovat', 0, 0) }, 210, 297],
  ['DK-22210', { ...signedLetter, size: '1X', label_name: 'DK-22210' }, 1.11 * 25.4, 4.19 * 25.4],
  ['DK-22210-plain', { ...plainLetter, era: '', size: '1X', label_name: 'DK-22210' }, 1.11 * 25.4, 3.8 * 25.4],
  ['DK-22225', { ...signedLetter, size: '1X', label_name: 'DK-22225' }, 1.36 * 25.4, 4.19 * 25.4],
  ['DK-22205', { ...signedLetter, size: '1X', label_name: 'DK-22205' }, 2.31 * 25.4, 5 * 25.4],
]
