// SPDX-License-Identifier: Apache-2.0
// The three common kinds of tokens; anyone can mint.
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

contract TestCoin is ERC20("Test Coin", "COIN") {
    function mint(address to, uint256 value) external {
        _mint(to, value);
    }
}

contract TestPicture is ERC721("Test Picture", "PICTURE") {
    function mint(address to, uint256 tokenId) external {
        _mint(to, tokenId);
    }
}

/// `_mint` requires receiving contracts to implement the receiver interface.
contract TestItems is ERC1155("") {
    function mint(address to, uint256 id, uint256 value) external {
        _mint(to, id, value, "");
    }
}

contract TestMoney is ERC20 {
    uint8 private immutable digits;

    constructor(string memory name, string memory symbol, uint8 count) ERC20(name, symbol) {
        digits = count;
    }

    function decimals() public view override returns (uint8) {
        return digits;
    }

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }
}
