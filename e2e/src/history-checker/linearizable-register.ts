// Whether what was read of one thing could have been there: linearizability of a register, as far as a read can be judged by itself. A write takes
// effect at one moment between its invocation and its completion, and a read sees the last one before the moment that it takes effect at.

/** A span of time; what was done in it took effect somewhere in it, or at any time after its beginning where it ends at Infinity. */
interface TimeSpan {
  from: number
  to: number
  /** The operation; null for what was there at the beginning, or is read at the end. */
  operation: number | null
}

export interface LinearizableRegisterWrite extends TimeSpan {
  value: string
  /** Whether it did happen; otherwise it may have. */
  isCertain: boolean
}

export interface LinearizableRegisterRead extends TimeSpan {
  value: string
}

/** One thing that has one value at a time. */
export interface LinearizableRegister {
  /** What it is, for people. */
  label: string
  writes: LinearizableRegisterWrite[]
  reads: LinearizableRegisterRead[]
}

/** A read of what could not have been there. */
export interface StaleRegisterRead {
  read: LinearizableRegisterRead
  /** The write that must have been seen; null where nobody ever wrote what was read. */
  missed: LinearizableRegisterWrite | null
}

/** Whether a write cannot be what a read saw, because another one certainly came between them. */
const findOverwritingWrite = (
  write: LinearizableRegisterWrite,
  read: LinearizableRegisterRead,
  writes: readonly LinearizableRegisterWrite[],
): LinearizableRegisterWrite | undefined =>
  writes.find(
    (other) => other.isCertain && other.value !== write.value && other.from > write.to && other.to < read.from,
  )

/** Every read of a register that cannot be explained. */
export function findStaleRegisterReads({ writes, reads }: LinearizableRegister): StaleRegisterRead[] {
  return reads.flatMap((read): StaleRegisterRead[] => {
    const candidates = writes.filter((write) => write.value === read.value && write.from <= read.to)
    if (candidates.some((write) => findOverwritingWrite(write, read, writes) === undefined)) return []
    const [last] = candidates.toSorted((one, other) => other.to - one.to)
    const other = writes.findLast((write) => write.isCertain && write.value !== read.value && write.to < read.from)
    return [{ read, missed: (last && findOverwritingWrite(last, read, writes)) ?? other ?? null }]
  })
}
