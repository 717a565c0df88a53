import type { TrackingCode } from '@postroom/domain/post/tracking'
import { expect, test } from 'vitest'
import { codeOf } from './event-codes.ts'

test.each<[string | undefined, TrackingCode | undefined, string]>([
  // code,   ours,                  Royal Mail's name
  ['EVAIP', undefined, 'announced by the sender'],
  ['EVAXX', undefined, 'another announcement'],
  ['EVZDM', undefined, 'made by a system'],
  ['NDESS', undefined, 'a message to the addressee'],
  ['EVPPB', undefined, 'expected at a post office'],
  ['EVPPA', 'accepted', 'accepted at a post office'],
  ['EVDAV', 'accepted', 'accepted at a mail centre'],
  ['EVDXX', 'accepted', 'another event at the first mail centre'],
  ['EVDRB', 'returned', 'a bar code that cannot be read at the first mail centre'],
  ['EVNMI', 'in_transit', 'sent on after a mistake'],
  ['EVHOE', 'left_country', 'leaves the office of exchange'],
  ['EVJIN', 'held_at_customs', 'held without its documents'],
  ['EVJIC', 'in_transit', 'presented to customs, as every item is'],
  ['EVGPD', 'out_for_delivery', 'due today'],
  ['EVKNA', 'attempted', 'nobody answered'],
  ['EVPLA', 'held_for_collection', 'waits at the chosen post office'],
  ['EVPLC', 'delivered', 'collected there'],
  ['EVKSP', 'delivered', 'delivered and signed for'],
  ['EVKRF', 'returned', 'refused'],
  ['EVNRT', 'in_transit', 'kept over night, which is no problem'],
  ['XYZZY', 'in_transit', 'unknown'],
  ['', 'in_transit', 'empty'],
  [undefined, 'in_transit', 'without a code'],
])('%s is %s: %s', (code, expected) => expect(codeOf(code)).toBe(expected))
