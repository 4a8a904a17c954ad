// SPDX-License-Identifier: Apache-2.0
// The parts of ENS (ERC-137, ERC-181, ERC-634) that name readers use, writable by anyone for tests,
// and hostile resolvers (THREATS P7, S10).
pragma solidity ^0.8.24;

contract NameRegistry {
    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => address) public resolver;

    function setRecord(bytes32 node, address newOwner, address newResolver) public {
        owner[node] = newOwner;
        resolver[node] = newResolver;
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address newOwner, address newResolver, uint64) external {
        setRecord(keccak256(abi.encodePacked(node, label)), newOwner, newResolver);
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return owner[node] != address(0);
    }

    function ttl(bytes32) external pure returns (uint64) {
        return 0;
    }
}

contract NameResolver {
    mapping(bytes32 node => address payable) public addr;
    mapping(bytes32 node => string) public name;
    mapping(bytes32 node => mapping(string key => string)) public text;

    function setAddr(bytes32 node, address payable value) external {
        addr[node] = value;
    }

    function setName(bytes32 node, string calldata value) external {
        name[node] = value;
    }

    function setText(bytes32 node, string calldata key, string calldata value) external {
        text[node][key] = value;
    }

    function supportsInterface(bytes4 id) external pure virtual returns (bool) {
        return id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0x691f3431 || id == 0x59d1d43c;
    }
}

/// Every name and text is 1 MiB of "a".
contract HugeResolver {
    function name(bytes32) external pure returns (string memory) {
        _answer();
    }

    function text(bytes32, string calldata) external pure returns (string memory) {
        _answer();
    }

    function _answer() private pure {
        assembly {
            mstore(0, 0x20)
            mstore(0x20, 1048576)
            for { let at := 0x40 } lt(at, 1048640) { at := add(at, 0x20) } {
                mstore(at, 0x6161616161616161616161616161616161616161616161616161616161616161)
            }
            return(0, 1048640)
        }
    }
}

contract RevertingResolver {
    fallback() external {
        revert("no name for you");
    }
}

/// Also resolves subnames (ENSIP-10).
contract WildcardResolver is NameResolver {
    function resolve(bytes calldata, bytes calldata data) external view returns (bytes memory) {
        (bool done, bytes memory result) = address(this).staticcall(data);
        require(done);
        return result;
    }

    function supportsInterface(bytes4 id) external pure override returns (bool) {
        return id == 0x01ffc9a7 || id == 0x9061b923;
    }
}

/// Resolves subnames through gateways (ENSIP-10, ERC-3668); a seal stands in for a signature.
contract GatewayResolver {
    address private immutable sender;
    string[] private urls;
    uint256 private immutable rounds;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    /// @param named the claimed sender; zero for this contract
    /// @param more how many further lookups it requests
    constructor(address named, string[] memory elsewhere, uint256 more) {
        sender = named == address(0) ? address(this) : named;
        urls = elsewhere;
        rounds = more;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x9061b923;
    }

    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        ask(msg.data, 0);
    }

    function resolved(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        (bytes32 seal, bytes memory result) = abi.decode(response, (bytes32, bytes));
        require(seal == keccak256(result), "not sealed");
        (bytes memory question, uint256 round) = abi.decode(extraData, (bytes, uint256));
        if (round < rounds) ask(question, round + 1);
        return result;
    }

    function ask(bytes memory question, uint256 round) private view {
        revert OffchainLookup(sender, urls, question, this.resolved.selector, abi.encode(question, round));
    }
}

/// Refers every call to another server (EIP-3668).
contract LookupResolver {
    string private url;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    constructor(string memory elsewhere) {
        url = elsewhere;
    }

    fallback() external {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, msg.data, bytes4(0), "");
    }
}
