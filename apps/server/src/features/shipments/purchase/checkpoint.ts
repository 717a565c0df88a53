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

/** The same for taking postage back. */
export type VoidPoint =
  | 'in_v1_before_commit'
  | 'after_v1'
  | 'after_void_answer'
  | 'in_void_settle_before_commit'
  | 'worker_before_voiding'
  | 'worker_after_voiding'

/** Told of every point as it is passed. */
export type Checkpoint = (point: PurchasePoint | VoidPoint) => void

/**
 * Ends this process as a power cut would, or with `point SIGSTOP` lets it hang, at `killAt` (`POSTROOM_KILL_AT`, for crash
 * tests); without it does nothing.
 */
export function checkpointFromEnvironment(killAt: string | undefined): Checkpoint {
  if (!killAt) return () => {}
  const [where, signal = 'SIGKILL'] = killAt.split(' ')
  return (point) => {
    if (point === where) process.kill(process.pid, signal)
  }
}
