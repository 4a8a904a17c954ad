// SPDX-License-Identifier: Apache-2.0
// Contracts that answer ERC-1271 calls in every wrong way (THREATS S3, S6, S7, S10).
pragma solidity ^0.8.24;

bytes4 constant MAGIC = 0x1626ba7e;

/// `true` instead of the magic value, as in early drafts of ERC-1271.
contract AnswersTrue {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bool) {
        return true;
    }
}

/// Right-aligned, at the wrong end of the word.
contract AnswersMagicAsNumber {
    function isValidSignature(bytes32, bytes calldata) external pure returns (uint256) {
        return uint32(MAGIC);
    }
}

/// Nonzero padding, against the ABI.
contract AnswersMagicWithRest {
    function isValidSignature(bytes32, bytes calldata) external pure returns (uint256) {
        return uint256(bytes32(MAGIC)) | 1;
    }
}

contract AnswersTwoWords {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4, uint256) {
        return (MAGIC, 0);
    }
}

/// Four bytes without padding to a word.
contract AnswersBareMagic {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            mstore(0, 0x1626ba7e00000000000000000000000000000000000000000000000000000000)
            return(0, 4)
        }
    }
}

contract AnswersWrongMagic {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0xffffffff;
    }
}

/// Accepts any call and returns nothing, like an empty fallback.
contract AnswersNothing {
    fallback() external payable {}
}

contract Reverts {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        revert("this signature is not for me");
    }
}

/// Refuses, but with revert data that looks like success.
contract RevertsWithMagic {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            mstore(0, 0x1626ba7e00000000000000000000000000000000000000000000000000000000)
            revert(0, 32)
        }
    }
}

contract RevertsHugely {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            revert(0, 2097152)
        }
    }
}

/// 2 MiB that start with the magic value.
contract AnswersHugely {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            mstore(0, 0x1626ba7e00000000000000000000000000000000000000000000000000000000)
            return(0, 2097152)
        }
    }
}

contract BurnsAllGas {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            invalid()
        }
    }
}

/// Only the caller's gas and time limits stop it.
contract RunsForever {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            for {} 1 {} {}
        }
    }
}

/// Refers callers to another server (EIP-3668), which a naive server would request (THREATS S10).
contract LooksElsewhere {
    string private url;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    constructor(string memory elsewhere) {
        url = elsewhere;
    }

    function isValidSignature(bytes32 hash, bytes calldata) external view returns (bytes4) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, abi.encode(hash), this.answer.selector, "");
    }

    /// The callback accepts any response.
    function answer(bytes calldata, bytes calldata) external pure returns (bytes4) {
        return MAGIC;
    }
}

/// A deployed wallet that anyone can open with its ERC-6492 preparation call (THREATS S6).
contract Preparable {
    bool public isOpen;

    function prepare() external {
        isOpen = true;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        return isOpen ? MAGIC : bytes4(0xffffffff);
    }
}

/// Accepts everything, as a wallet and as an EIP-7702 delegate (THREATS S7).
contract AcceptsAnything {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return MAGIC;
    }

    receive() external payable {}
}
