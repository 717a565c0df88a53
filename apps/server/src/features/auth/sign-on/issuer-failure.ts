import type { SignOnResult } from '@postroom/contract/sign-on'

type IssuerTrouble = Exclude<SignOnResult, 'ready'>

/** An issuer cannot be called, or its configuration cannot be used. */
export class IssuerFailure extends Error {
  readonly trouble: IssuerTrouble

  constructor(trouble: IssuerTrouble) {
    super(trouble)
    this.name = 'IssuerFailure'
    this.trouble = trouble
  }
}

/** The failure behind an error of the library, which wraps it. */
export function issuerFailureIn(error: unknown): IssuerFailure | undefined {
  if (error instanceof IssuerFailure) return error
  return error instanceof Error && error.cause !== undefined ? issuerFailureIn(error.cause) : undefined
}
