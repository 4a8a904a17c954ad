// SPDX-License-Identifier: Apache-2.0
// Contracts that answer the question of ERC-1271 in every way but the right one (THREATS S3, S6, S7, S10).
pragma solidity ^0.8.24;

bytes4 constant MAGIC = 0x1626ba7e;

/// `true` where the magic value belongs, as contracts of ERC-1271's first drafts answered.
contract AnswersTrue {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bool) {
        return true;
    }
}

/// The magic value as a number, at the wrong end of the word.
contract AnswersMagicAsNumber {
    function isValidSignature(bytes32, bytes calldata) external pure returns (uint256) {
        return uint32(MAGIC);
    }
}

/// The magic value, and behind it in the same word what the ABI wants to be zero.
contract AnswersMagicWithRest {
    function isValidSignature(bytes32, bytes calldata) external pure returns (uint256) {
        return uint256(bytes32(MAGIC)) | 1;
    }
}

/// Two words, of which the first is right.
contract AnswersTwoWords {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4, uint256) {
        return (MAGIC, 0);
    }
}

/// Four bytes alone, without the 28 that the ABI fills a word with.
contract AnswersBareMagic {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            mstore(0, 0x1626ba7e00000000000000000000000000000000000000000000000000000000)
            return(0, 4)
        }
    }
}

/// A well-formed no.
contract AnswersWrongMagic {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0xffffffff;
    }
}

/// Takes whatever it is asked and says nothing, as a contract with an empty fallback does.
contract AnswersNothing {
    fallback() external payable {}
}

contract Reverts {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        revert("this signature is not for me");
    }
}

/// Says no, and the reason looks like a yes.
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

/// 2 MiB that begin with the magic value.
contract AnswersHugely {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            mstore(0, 0x1626ba7e00000000000000000000000000000000000000000000000000000000)
            return(0, 2097152)
        }
    }
}

/// Takes all gas at once, and is done.
contract BurnsAllGas {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            invalid()
        }
    }
}

/// Never comes to an end: only the asker's limits on gas and time stop it.
contract RunsForever {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            for {} 1 {} {}
        }
    }
}

/// Sends whoever asks to another server (EIP-3668), which a server that asks would then call (THREATS S10).
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

    /// What the other server's answer would be given to: anything is right.
    function answer(bytes calldata, bytes calldata) external pure returns (bytes4) {
        return MAGIC;
    }
}

/// A deployed wallet that anybody can open by the call with which ERC-6492 would prepare it (THREATS S6).
contract Preparable {
    bool public isOpen;

    function prepare() external {
        isOpen = true;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        return isOpen ? MAGIC : bytes4(0xffffffff);
    }
}

/// Says yes to everything: as a wallet, and as what a key delegates to by EIP-7702 (THREATS S7).
contract AcceptsAnything {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return MAGIC;
    }

    receive() external payable {}
}
