import { href } from '../../apps/web/src/pages.ts'
import { at, type State } from './screen.ts'

export const CHECK: readonly [State, ...State[]] = [{ name: 'check', open: at(href('check')) }]
