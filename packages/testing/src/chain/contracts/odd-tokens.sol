// SPDX-License-Identifier: Apache-2.0
// Tokens that say odd things of themselves: old ones, and hostile ones (THREATS N4, S3).
pragma solidity ^0.8.24;

/// What all of these have in common: enough to count as a coin.
contract OddToken {
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        totalSupply += value;
    }
}

/// One word of bytes for a text, as tokens had before ERC-20 was settled (MKR).
contract WordToken is OddToken {
    bytes32 public constant symbol = "MKR";
    bytes32 public constant name = "Maker";
    uint8 public constant decimals = 18;
}

/// Nothing beside balances: symbol, name and decimals are optional in ERC-20.
contract BareToken is OddToken {}

/// Texts that turn lines around, hide letters, pile up marks and never end.
contract DeceptiveToken is OddToken {
    string public symbol;
    string public name;
    uint256 public constant decimals = 6;

    constructor(string memory theSymbol, string memory theName) {
        symbol = theSymbol;
        name = theName;
    }
}

/// A symbol of 2 MiB, a name that fails, and more decimals than there are.
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

/// Numbers where texts belong, and a text where a number does.
contract WrongToken is OddToken {
    uint256 public constant symbol = 7;
    bool public constant name = true;
    string public constant decimals = "six";
}

/// Says yes to whatever it is asked, also whether it is something that nothing is (ERC-165).
contract YesToken is OddToken {
    function supportsInterface(bytes4) external pure returns (bool) {
        return true;
    }
}

/// Takes every question and its gas, and answers none.
contract BurningToken {
    fallback() external {
        assembly {
            invalid()
        }
    }
}
