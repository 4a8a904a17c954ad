// A write takes effect at one moment between invocation and completion, and a read sees the last
// write before its own moment.

/** When the operation may take effect; `to` is Infinity if this may be at any later time. */
interface TimeSpan {
  from: number
  to: number
  /** Null for the initial value, and for final reads. */
  operation: number | null
}

export interface LinearizableRegisterWrite extends TimeSpan {
  value: string
  isCertain: boolean
}

export interface LinearizableRegisterRead extends TimeSpan {
  value: string
}

export interface LinearizableRegister {
  label: string
  writes: LinearizableRegisterWrite[]
  reads: LinearizableRegisterRead[]
}

export interface StaleRegisterRead {
  read: LinearizableRegisterRead
  /** The write that the read should have seen; null if the value read was never written. */
  missed: LinearizableRegisterWrite | null
}

const findOverwritingWrite = (
  write: LinearizableRegisterWrite,
  read: LinearizableRegisterRead,
  writes: readonly LinearizableRegisterWrite[],
): LinearizableRegisterWrite | undefined =>
  writes.find(
    (other) => other.isCertain && other.value !== write.value && other.from > write.to && other.to < read.from,
  )

export function findStaleRegisterReads({ writes, reads }: LinearizableRegister): StaleRegisterRead[] {
  return reads.flatMap((read): StaleRegisterRead[] => {
    const candidates = writes.filter((write) => write.value === read.value && write.from <= read.to)
    if (candidates.some((write) => findOverwritingWrite(write, read, writes) === undefined)) return []
    const [last] = candidates.toSorted((one, other) => other.to - one.to)
    const other = writes.findLast((write) => write.isCertain && write.value !== read.value && write.to < read.from)
    return [{ read, missed: (last && findOverwritingWrite(last, read, writes)) ?? other ?? null }]
  })
}
