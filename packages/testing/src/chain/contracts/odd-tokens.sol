// SPDX-License-Identifier: Apache-2.0
// Tokens with unusual or hostile metadata (THREATS N4, S3).
pragma solidity ^0.8.24;

contract OddToken {
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        totalSupply += value;
    }
}

/// bytes32 texts, as before the final ERC-20 (MKR).
contract WordToken is OddToken {
    bytes32 public constant symbol = "MKR";
    bytes32 public constant name = "Maker";
    uint8 public constant decimals = 18;
}

/// ERC-20 makes symbol, name and decimals optional.
contract BareToken is OddToken {}

/// Texts with direction marks, invisible characters, stacked marks and excessive length.
contract DeceptiveToken is OddToken {
    string public symbol;
    string public name;
    uint256 public constant decimals = 6;

    constructor(string memory theSymbol, string memory theName) {
        symbol = theSymbol;
        name = theName;
    }
}

/// A symbol of 2 MiB, a failing name, and invalid decimals.
contract HugeToken is OddToken {
    uint256 public constant decimals = 1000;

    function symbol() external pure {
        assembly {
            mstore(0, 32)
            mstore(32, 2097152)
            return(0, 2097152)
        }
    }

    function name() external pure returns (string memory) {
        revert("no name");
    }
}

/// Numbers instead of texts and a text instead of a number.
contract WrongToken is OddToken {
    uint256 public constant symbol = 7;
    bool public constant name = true;
    string public constant decimals = "six";
}

/// Claims every interface, even the invalid one (ERC-165).
contract YesToken is OddToken {
    function supportsInterface(bytes4) external pure returns (bool) {
        return true;
    }
}

contract BurningToken {
    fallback() external {
        assembly {
            invalid()
        }
    }
}
