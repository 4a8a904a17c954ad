// Keccak reference 3.0, §1.2. Each 64-bit lane is two halves, for JavaScript's 32-bit operators.

// The number of bytes absorbed per block: 1600 bits minus twice the 256 bits of the hash.
const rate = 136
const rounds = 24

const { rotations, places: lanePlaces, constants } = createTables()

/**
 * Returns the 32-byte Keccak-256 hash that Ethereum uses; its padding differs from SHA3-256.
 *
 * @example
 * ```ts
 * import { keccak256 } from '@countersign/message'
 *
 * const hash = keccak256(new TextEncoder().encode('abc'))
 * hash.length // => 32
 * hash[0] // => 0x4e
 * ```
 */
export function keccak256(bytes: Uint8Array): Uint8Array {
  // The padding is a one bit after the bytes and another one at the end of the last block.
  const padded = new Uint8Array((Math.floor(bytes.length / rate) + 1) * rate)
  padded.set(bytes)
  padded[bytes.length] = 0x01
  padded[padded.length - 1]! |= 0x80

  const input = new DataView(padded.buffer)
  const state = new Int32Array(50)
  for (let block = 0; block < padded.length; block += rate) {
    for (let half = 0; half < rate / 4; half += 1) state[half]! ^= input.getInt32(block + 4 * half, true)
    permuteState(state)
  }

  const output = new DataView(new ArrayBuffer(32))
  for (let half = 0; half < 8; half += 1) output.setInt32(4 * half, state[half]!, true)
  return new Uint8Array(output.buffer)
}

// The permutation Keccak-f[1600]. Lane (x, y) is at index 2 · (x + 5 y), with its low half first.
function permuteState(state: Int32Array): void {
  const columns = new Int32Array(10)
  const row = new Int32Array(10)
  for (let round = 0; round < rounds; round += 1) {
    // θ: XORs each lane with the parities of two other columns.
    for (let x = 0; x < 10; x += 1)
      columns[x] = state[x]! ^ state[x + 10]! ^ state[x + 20]! ^ state[x + 30]! ^ state[x + 40]!
    for (let x = 0; x < 10; x += 2) {
      const low = columns[(x + 2) % 10]!
      const high = columns[(x + 3) % 10]!
      const lowChange = columns[(x + 8) % 10]! ^ (low << 1) ^ (high >>> 31)
      const highChange = columns[(x + 9) % 10]! ^ (high << 1) ^ (low >>> 31)
      for (let y = 0; y < 50; y += 10) {
        state[x + y]! ^= lowChange
        state[x + y + 1]! ^= highChange
      }
    }
    // ρ and π: rotates each lane except the first, and moves it to the position of another lane.
    let low = state[2]!
    let high = state[3]!
    for (let step = 0; step < 24; step += 1) {
      const turn = rotations[step]! % 32
      // Rotating by 32 or more also swaps the two halves.
      const a = rotations[step]! < 32 ? low : high
      const b = rotations[step]! < 32 ? high : low
      const place = lanePlaces[step]!
      low = state[place]!
      high = state[place + 1]!
      // Shifts in two steps, because JavaScript takes a shift by 32 for a shift by 0.
      state[place] = (a << turn) | ((b >>> 1) >>> (31 - turn))
      state[place + 1] = (b << turn) | ((a >>> 1) >>> (31 - turn))
    }
    // χ: XORs each lane with the inverted next lane AND the lane after that.
    for (let y = 0; y < 50; y += 10) {
      row.set(state.subarray(y, y + 10))
      for (let x = 0; x < 10; x += 1) state[y + x]! ^= ~row[(x + 2) % 10]! & row[(x + 4) % 10]!
    }
    // ι: XORs the first lane with the round constant.
    state[0]! ^= constants[2 * round]!
    state[1]! ^= constants[2 * round + 1]!
  }
}

// The rotations and positions are in the order in which the 24 lanes move.
function createTables(): { rotations: number[]; places: number[]; constants: Int32Array } {
  const rotations: number[] = []
  const lanePlaces: number[] = []
  let x = 1
  let y = 0
  for (let step = 0; step < 24; step += 1) {
    const nextY = (2 * x + 3 * y) % 5
    x = y
    y = nextY
    rotations.push((((step + 1) * (step + 2)) / 2) % 64)
    lanePlaces.push(2 * (x + 5 * y))
  }
  // Bit 2ʲ − 1 is the next output of a linear-feedback shift register (x⁸ + x⁶ + x⁵ + x⁴ + 1).
  const constants = new Int32Array(2 * rounds)
  let register = 1
  for (let round = 0; round < rounds; round += 1) {
    for (let j = 0; j < 7; j += 1) {
      const bit = 2 ** j - 1
      if (register & 1) constants[2 * round + (bit >> 5)]! ^= 1 << (bit & 31)
      register = register & 0x80 ? (register << 1) ^ 0x171 : register << 1
    }
  }
  return { rotations, places: lanePlaces, constants }
}
