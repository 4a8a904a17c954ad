// Where tests put what they throw away: in memory where the machine has such a folder with room to spare (containers often have a tiny
// one), and else in the temporary folder. What a disk would do to a database is tested elsewhere.
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const sharedMemoryFolder = '/dev/shm'
const minFreeBytes = 2 ** 30

export const inMemoryTemporaryFolder = hasRoom(sharedMemoryFolder) ? sharedMemoryFolder : tmpdir()

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}
