import type { Printer } from '@postroom/contract/device-messages'
import { expect, test } from 'vitest'
import { printersInUse } from './printers-in-use.ts'

const PRINTER: Printer = {
  id: 'p',
  name: 'Desk',
  driver: 'ipp',
  state: 'ready',
  reasons: [],
  media: [],
  media_ready: [],
  resolutions_dpi: [300],
}
const by = (printerId: string) => ({ printerId, defaultOrSpecific: 'default', paperFormat: 'A4' }) as const
const IN_USE = { id: 'p', name: 'Desk', kinds: ['mailing'] }

test.each<[string, Partial<Printer>, object[]]>([
  ['is ready', {}, [IN_USE]],
  ['is printing, with a remark', { state: 'printing', reasons: ['media-low'] }, [IN_USE]],
  ['is ready, with a reason of before', { reasons: ['cover-open'] }, [IN_USE]],
  ['does not answer', { state: 'offline' }, [{ ...IN_USE, error_code: 'printer_offline' }]],
  ['has no paper', { state: 'stopped', reasons: ['media-empty'] }, [{ ...IN_USE, error_code: 'media_empty' }]],
  ['has stopped', { state: 'stopped' }, [{ ...IN_USE, error_code: 'printer_stopped' }]],
  ['has a name of 120 characters', { name: 'x'.repeat(120) }, [{ ...IN_USE, name: 'x'.repeat(120) }]],
  ['has a longer name', { name: 'x'.repeat(121) }, [{ ...IN_USE, name: 'x'.repeat(120) }]],
  ['has no name', { name: '' }, [{ ...IN_USE, name: 'p' }]],
  ['is not in use', { id: 'other' }, []],
])('a printer that %s is reported so', (_state, change, reported) => {
  expect(printersInUse([{ ...PRINTER, ...change }], { mailing: by('p') })).toEqual(reported)
})

test('a printer is reported once with all its kinds', () => {
  const config = { mailing: by('p'), shipping: by('q'), form: by('p') }
  expect(printersInUse([PRINTER], config)).toEqual([{ ...IN_USE, kinds: ['mailing', 'form'] }])
})
