import diagnostics from 'node:diagnostics_channel'
import { DEVICE_ERRORS, type DeviceErrorCode, type MediaMismatch } from '@postroom/contract/device-messages'

export interface DeviceFault {
  code: DeviceErrorCode
  description: string
  media?: MediaMismatch
}

/** An error of the contract with its description, followed by facts that help to solve it. */
export const faultOf = (code: DeviceErrorCode, facts?: string): DeviceFault => ({
  code,
  description: facts === undefined ? DEVICE_ERRORS[code] : `${DEVICE_ERRORS[code]} ${facts}`,
})

/** Ends a request or a job with a fault the user can act on. */
export class DeviceRefusal extends Error {
  readonly fault: DeviceFault
  constructor(reason: DeviceErrorCode | DeviceFault, facts?: string) {
    const fault = typeof reason === 'string' ? faultOf(reason, facts) : reason
    super(fault.code)
    this.name = 'DeviceRefusal'
    this.fault = fault
  }
}

/** Unexpected errors. */
export const bugs = diagnostics.channel('postroom-device-manager:bug')

/** Reports an unexpected error to the log. The caller gets a general refusal instead. */
export const reportBug = (error: unknown): void => {
  bugs.publish(error)
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
}
