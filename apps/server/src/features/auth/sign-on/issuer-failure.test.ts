import { expect, it } from 'vitest'
import { IssuerFailure, issuerFailureIn } from './issuer-failure.ts'

const failure = new IssuerFailure('unreachable')

it.each<[string, unknown, IssuerFailure | undefined]>([
  ['itself', failure, failure],
  ['an error it caused', new Error('outer', { cause: failure }), failure],
  ['an error of an error', new Error('outer', { cause: new Error('inner', { cause: failure }) }), failure],
  ['an error of another cause', new Error('outer', { cause: new Error('inner') }), undefined],
  ['an error without a cause', new Error('alone'), undefined],
  ['what is no error', { cause: failure }, undefined],
  ['nothing', undefined, undefined],
])('the failure is found in %s', (_what, error, found) => {
  expect(issuerFailureIn(error)).toBe(found)
})
