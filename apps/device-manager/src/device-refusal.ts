import diagnostics from 'node:diagnostics_channel'
import { DEVICE_ERRORS, type DeviceErrorCode, type MediaMismatch } from '@postroom/contract/device-messages'

export interface DeviceFault {
  code: DeviceErrorCode
  description: string
  media?: MediaMismatch
}

/** What went wrong, in the words of the contract, with the facts that help when there are any. */
export const faultOf = (code: DeviceErrorCode, facts?: string): DeviceFault => ({
  code,
  description: facts === undefined ? DEVICE_ERRORS[code] : `${DEVICE_ERRORS[code]} ${facts}`,
})

/** Leaves a request or a job with a reason people can act on. */
export class DeviceRefusal extends Error {
  readonly fault: DeviceFault
  constructor(reason: DeviceErrorCode | DeviceFault, facts?: string) {
    const fault = typeof reason === 'string' ? faultOf(reason, facts) : reason
    super(fault.code)
    this.name = 'DeviceRefusal'
    this.fault = fault
  }
}

/** Where errors go that no rule foresaw. */
export const bugs = diagnostics.channel('postroom-device-manager:bug')

/** An error that no rule foresaw, for whoever reads the log; people get a plain refusal instead. */
export const reportBug = (error: unknown): void => {
  bugs.publish(error)
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
}
