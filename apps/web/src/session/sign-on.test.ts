import { expect, it } from 'vitest'
import { placeIn } from './sign-on.ts'

it.each([
  ['angharad@bindery.example', 'bindery.example'],
  [' Angharad@Bindery.Example ', 'bindery.example'],
  ['angharad@bindery', 'bindery'],
  ['angharad@b2-c.example', 'b2-c.example'],
  ['angharad@ab', 'ab'],
  [`a@${'b'.repeat(200)}`, 'b'.repeat(200)],
  [`a@${'b'.repeat(201)}`, undefined],
  ['angharad@a', undefined],
  ['angharad@', undefined],
  ['@bindery', undefined],
  ['angharad', undefined],
  ['ang harad@bindery', undefined],
  ['a@b@bindery', undefined],
  ['angharad@bindery_', undefined],
  ['', undefined],
])('the place in %o is %o', (username, place) => {
  expect(placeIn(username)).toBe(place)
})
