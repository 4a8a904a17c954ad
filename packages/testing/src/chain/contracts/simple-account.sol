// SPDX-License-Identifier: Apache-2.0
// A contract wallet of the smallest honest kind: one owner, who signs for it by ECDSA and can be another tomorrow. It
// stands for the accounts of ERC-4337, whose factories deploy them by CREATE2 at an address that is known beforehand.
pragma solidity ^0.8.24;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";

contract SimpleAccount is ERC721Holder, ERC1155Holder {
    address public owner;

    error OnlyOwner();

    constructor(address firstOwner) {
        owner = firstOwner;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert OnlyOwner();
        _;
    }

    function changeOwner(address nextOwner) external onlyOwner {
        owner = nextOwner;
    }

    function execute(address target, uint256 value, bytes calldata data) external onlyOwner {
        (bool done, bytes memory answer) = target.call{value: value}(data);
        if (!done) {
            assembly ("memory-safe") {
                revert(add(answer, 0x20), mload(answer))
            }
        }
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError fault,) = ECDSA.tryRecoverCalldata(hash, signature);
        return fault == ECDSA.RecoverError.NoError && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    receive() external payable {}
}

contract SimpleAccountFactory {
    /// Deploys the account, or answers where it already is.
    function createAccount(address owner, uint256 salt) public virtual returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length == 0) Create2.deploy(0, bytes32(salt), _creationCode(owner));
    }

    function getAddress(address owner, uint256 salt) public view returns (address) {
        return Create2.computeAddress(bytes32(salt), keccak256(_creationCode(owner)));
    }

    function _creationCode(address owner) private pure returns (bytes memory) {
        return abi.encodePacked(type(SimpleAccount).creationCode, abi.encode(owner));
    }
}

/// A factory that does more than deploy (THREATS S6): it counts and tells, and a check that only simulates leaves neither.
contract CarelessFactory is SimpleAccountFactory {
    uint256 public count;

    event Created(address account);

    function createAccount(address owner, uint256 salt) public override returns (address account) {
        account = super.createAccount(owner, salt);
        count += 1;
        emit Created(account);
    }
}
