// SPDX-License-Identifier: Apache-2.0
// A minimal contract wallet with one replaceable ECDSA owner, like ERC-4337 accounts, whose
// factories deploy them by CREATE2 at a predictable address.
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
    /// Deploys the account unless it exists.
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

/// A factory with side effects (THREATS S6), which a mere simulation must not leave.
contract CarelessFactory is SimpleAccountFactory {
    uint256 public count;

    event Created(address account);

    function createAccount(address owner, uint256 salt) public override returns (address account) {
        account = super.createAccount(owner, salt);
        count += 1;
        emit Created(account);
    }
}
