import type { AnswerOf, CallOf, Endpoint } from '@postroom/contract/endpoint'
import { send, textOf, type CallOptions } from './send.ts'

/**
 * Calls an endpoint of the contract and validates the response.
 * @throws what `send` throws, and ZodError when the answer breaks the contract
 * @see spec §7
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  parts: CallOf<E>,
  options?: CallOptions,
): Promise<AnswerOf<E>> {
  const { status, bytes } = await send(endpoint, parts, options)
  const schema = endpoint.responses[status as keyof E['responses'] & 200]
  if (!schema) throw new Error(`${endpoint.id} answered with status ${status}`)
  return schema.parse(endpoint.answerType === undefined ? JSON.parse(textOf(bytes)) : bytes) as AnswerOf<E>
}
