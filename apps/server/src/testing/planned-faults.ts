/** Faults of a stand-in that are still to happen, first come first served for each call. */
export class PlannedFaults<Call extends string, Fault> {
  readonly #next = new Map<Call, Fault[]>()
  /** Decides about calls without a planned fault. */
  random: ((call: Call) => Fault | undefined) | undefined

  plan(call: Call, ...faults: Fault[]): void {
    this.#next.set(call, [...(this.#next.get(call) ?? []), ...faults])
  }

  take(call: Call): Fault | undefined {
    return this.#next.get(call)?.shift() ?? this.random?.(call)
  }
}
