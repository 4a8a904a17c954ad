// The folder for test data. It is in memory if there is enough space there (containers often have
// little), or else the temporary folder.
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
