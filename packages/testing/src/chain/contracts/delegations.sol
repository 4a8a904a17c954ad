// SPDX-License-Identifier: Apache-2.0
// A small delegation registry with the used functions of delegate registry v2.
pragma solidity ^0.8.24;

contract TestRegistry {
    enum DelegationType {
        NONE,
        ALL,
        CONTRACT,
        ERC721,
        ERC20,
        ERC1155
    }

    struct Delegation {
        DelegationType type_;
        address to;
        address from;
        bytes32 rights;
        address contract_;
        uint256 tokenId;
        uint256 amount;
    }

    mapping(address => Delegation[]) private incoming;

    function delegate(DelegationType type_, address to, bytes32 rights, address contract_, uint256 tokenId, uint256 amount) external {
        incoming[to].push(Delegation(type_, to, msg.sender, rights, contract_, tokenId, amount));
    }

    /// Revokes all of the caller's delegations to an address.
    function revoke(address to) external {
        Delegation[] storage list = incoming[to];
        for (uint256 index = list.length; index > 0; index--) {
            if (list[index - 1].from != msg.sender) continue;
            list[index - 1] = list[list.length - 1];
            list.pop();
        }
    }

    function getIncomingDelegations(address to) external view returns (Delegation[] memory) {
        return incoming[to];
    }
}
