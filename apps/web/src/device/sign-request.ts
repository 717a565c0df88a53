import { signDeviceRequest } from '@postroom/contract/hub'
import type { SignedRequest } from '@postroom/contract/signed-request'
import type { AskedRequest } from '@postroom/hub/device-client'
import { delay } from '../api/delay.ts'
import { retryDelayMs } from '@postroom/hub/retry-delay'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { call } from '../api/call.ts'

/**
 * Has the server sign a request to a device manager. Retries while the server is unreachable, until the request would
 * have expired: an unpublished signature has no effect.
 * @throws ApiError when the server refuses, NetworkError when it stays unreachable
 */
export async function signRequest(hubId: string, request: AskedRequest): Promise<SignedRequest> {
  const signal = AbortSignal.timeout(request.expires_in_ms)
  for (let attempts = 0; ; attempts++) {
    try {
      return await call(signDeviceRequest, { params: { id: hubId }, body: request }, { signal })
    } catch (error) {
      if (signal.aborted) throw new NetworkError(error)
      if (!isServerAway(error)) throw error
      await delay(retryDelayMs(attempts, Math.random()))
    }
  }
}

const isServerAway = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
