// SPDX-License-Identifier: Apache-2.0
// Calls many contracts in one eth_call that simulates the constructor; it is never deployed.
pragma solidity 0.8.37;

struct Question {
    address to;
    bytes data;
}

contract Multicall {
    // EIP-170 limits the returned code, and every byte has a price (Yellow Paper, appendix G).
    uint256 private constant room = 24_576;
    uint256 private constant gasForByte = 200;
    // For each step, whose addresses are cold, and for the end.
    uint256 private constant gasForStep = 50_000;

    uint256 private constant notAsked = 0;
    uint256 private constant noCode = 1;
    uint256 private constant failed = 2;
    uint256 private constant tooLong = 3;
    uint256 private constant answered = 4;
    uint256 private constant sentElsewhere = 5;

    // ERC-3668: the selector of OffchainLookup(address,string[],bytes,bytes4,bytes).
    uint256 private constant lookup = 0x556f1830;

    /// Returns the chain ID and whether the deployment was simulated, 32 bytes each. Per question:
    /// outcome (1 byte), answer length (11), delegate (20), code hash (32), and the answer.
    /// @param factory called only if the first address has no code (ERC-6492, THREATS S6)
    constructor(address factory, bytes memory factoryData, Question[] memory questions, uint256 gasEach, uint256 maxBytes) {
        bytes memory answers = new bytes(room);
        uint256 start;
        assembly ("memory-safe") {
            start := add(answers, 32)
        }
        // Counts all heads from the start, so that there is always room for them.
        uint256 used = 64 + 64 * questions.length;
        // A call passes on at most 63/64 of the remaining gas (EIP-150).
        uint256 gasNeeded = gasEach + gasEach / 63 + gasForStep + gasForByte * maxBytes;
        bool deploys = factory != address(0) && questions[0].to.code.length == 0;
        bool enough = !deploys || gasleft() > gasNeeded + gasEach + gasEach / 63 + gasForByte * used;
        assembly ("memory-safe") {
            if and(deploys, enough) {
                pop(call(gasEach, factory, 0, add(factoryData, 32), mload(factoryData), 0, 0))
            }
            mstore(start, chainid())
            mstore(add(start, 32), deploys)
        }
        uint256 place = start + 64;
        for (uint256 index = 0; index < questions.length; index++) {
            uint256 size = 0;
            uint256 outcome = notAsked;
            (address to, bytes memory data) = (questions[index].to, questions[index].data);
            // A question whose longest answer might not fit is left to another request.
            bool isCoin = data.length == 0;
            if (enough && used + maxBytes <= room && gasleft() > gasNeeded + gasForByte * used) {
                (outcome, size) = isCoin ? (answered, 32) : ask(to, data, gasEach, maxBytes);
            }
            uint256 head = (outcome << 248) | (size << 160) | delegateOf(to);
            assembly ("memory-safe") {
                mstore(place, head)
                mstore(add(place, 32), extcodehash(to))
                switch and(isCoin, eq(outcome, answered))
                case 0 { returndatacopy(add(place, 64), 0, size) }
                default { mstore(add(place, 64), balance(to)) }
            }
            place += 64 + size;
            used += size;
        }
        assembly ("memory-safe") {
            return(start, sub(place, start))
        }
    }

    /// Does not copy the answer, so that one of 2 MiB costs nothing here (THREATS S3).
    function ask(address to, bytes memory data, uint256 gasEach, uint256 maxBytes) private view returns (uint256 outcome, uint256 size) {
        if (to.code.length == 0) return (noCode, 0);
        bool done;
        assembly ("memory-safe") {
            done := staticcall(gasEach, to, add(data, 32), mload(data), 0, 0)
            size := returndatasize()
        }
        // Of revert data, only an OffchainLookup is returned.
        if (!done) return size <= maxBytes && isLookup(size) ? (sentElsewhere, size) : (failed, 0);
        return size > maxBytes ? (tooLong, 0) : (answered, size);
    }

    function isLookup(uint256 size) private pure returns (bool) {
        if (size < 4) return false;
        uint256 head;
        assembly ("memory-safe") {
            returndatacopy(0, 0, 4)
            head := mload(0)
        }
        return head >> 224 == lookup;
    }

    /// EIP-7702: the code of a delegated account is 0xef0100 and the delegate's address.
    function delegateOf(address account) private view returns (uint256) {
        if (account.code.length != 23) return 0;
        uint256 code;
        assembly ("memory-safe") {
            extcodecopy(account, 0, 0, 32)
            code := mload(0)
        }
        return code >> 232 == 0xef0100 ? (code << 24) >> 96 : 0;
    }
}
