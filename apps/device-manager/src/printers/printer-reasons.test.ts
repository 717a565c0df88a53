import { expect, test } from 'vitest'
import { faultOf } from '../device-refusal.ts'
import { faultOfReasons } from './printer-reasons.ts'

test.each([
  [['cover-open'], undefined, faultOf('cover_open')],
  [['cover-open'], 'Facts.', faultOf('cover_open', 'Facts.')],
  [['gremlins', 'imps'], undefined, faultOf('printer_stopped', 'gremlins, imps')],
  [['gremlins', 'imps'], 'Facts.', faultOf('printer_stopped', 'gremlins, imps. Facts.')],
  [[], 'Facts.', faultOf('printer_stopped', 'Facts.')],
  [[], undefined, faultOf('printer_stopped')],
])('the reasons %j and the facts %s are a fault', (reasons, facts, fault) => {
  expect(faultOfReasons(reasons, facts)).toEqual(fault)
})
