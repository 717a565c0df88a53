/** Places in a purchase where a crash must not cost anything. */
export type PurchasePoint =
  | 'before_t1'
  | 'in_t1_before_commit'
  | 'after_t1'
  | 'after_carrier_answer'
  | 'in_settle_before_commit'
  | 'after_settle'
  | 'worker_before_asking'
  | 'worker_after_asking'

/** Told of every point as it is passed. */
export type Checkpoint = (point: PurchasePoint) => void

/** Ends this process as a power cut would, at `killAt` (`POSTROOM_KILL_AT`, for crash tests); without it does nothing. */
export function checkpointFromEnvironment(killAt: string | undefined): Checkpoint {
  if (!killAt) return () => {}
  return (point) => {
    if (point === killAt) process.kill(process.pid, 'SIGKILL')
  }
}
