/** What of a failed call may be logged: the SDK's errors also hold headers and the body of the answer. */
export function troubleOf(error: unknown): object {
  if (!(error instanceof Error) || !('rawType' in error)) return { err: error }
  const {
    type,
    code,
    statusCode: status,
    requestId: stripe_request,
  } = error as Partial<Record<'type' | 'code' | 'statusCode' | 'requestId', unknown>>
  return { type, code, status, stripe_request }
}
