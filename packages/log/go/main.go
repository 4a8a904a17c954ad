// Command main reads a log by Countersign with golang.org/x/mod/sumdb and writes one back.
// It takes a folder with verifier-key, checkpoint, tile/... and proofs.json, and prints JSON.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// proofs holds the proofs that Countersign built; hashes are base64.
type proofs struct {
	Entries     []string
	Inclusions  []inclusion
	Consistency []consistency
}

type inclusion struct {
	Index int64
	Proof [][]byte
}

type consistency struct {
	OldSize int64
	OldRoot []byte
	Proof   [][]byte
}

// written holds what this implementation built.
type written struct {
	VerifierKey string
	SignerKey   string
	Note        string
	// Proofs built from the tiles.
	Inclusions  [][][]byte
	Consistency [][][]byte
}

// tileFiles reads tiles at their C2SP tlog-tiles paths; Go's own paths also name the height, 8.
type tileFiles struct{ folder string }

func (tileFiles) Height() int                                { return 8 }
func (tileFiles) SaveTiles(tiles []tlog.Tile, data [][]byte) {}
func (files tileFiles) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := os.ReadFile(files.path(tile))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}
func (files tileFiles) path(tile tlog.Tile) string {
	return filepath.Join(files.folder, "tile", strings.TrimPrefix(tile.Path(), "tile/8/"))
}

func main() {
	log.SetFlags(0)
	folder := os.Args[1]

	verifier := must(note.NewVerifier(strings.TrimSpace(string(must(os.ReadFile(filepath.Join(folder, "verifier-key")))))))
	opened := must(note.Open(must(os.ReadFile(filepath.Join(folder, "checkpoint"))), note.VerifierList(verifier)))
	origin, rest, _ := strings.Cut(opened.Text, "\n")
	if origin != verifier.Name() {
		log.Fatalf("the origin %q is not the name of the key, %q", origin, verifier.Name())
	}
	// tlog.ParseTree accepts only this first line.
	tree := must(tlog.ParseTree([]byte("go.sum database tree\n" + rest)))

	var given proofs
	check(json.Unmarshal(must(os.ReadFile(filepath.Join(folder, "proofs.json"))), &given))
	if int64(len(given.Entries)) != tree.N {
		log.Fatalf("the checkpoint has %d entries, and %d are given", tree.N, len(given.Entries))
	}

	// Rebuilds the tree from its entries; every tile must match.
	var stored hashes
	for index, entry := range given.Entries {
		stored = append(stored, must(tlog.StoredHashes(int64(index), []byte(entry), stored))...)
	}
	if root := must(tlog.TreeHash(tree.N, stored)); root != tree.Hash {
		log.Fatalf("the root is %v, and the checkpoint has %v", root, tree.Hash)
	}
	files := tileFiles{folder}
	tiles := tlog.NewTiles(8, 0, tree.N)
	for at, tile := range tiles {
		// tlog.NewTiles lists every width of a partial tile; a log has only the last one.
		if at+1 < len(tiles) && tiles[at+1].L == tile.L && tiles[at+1].N == tile.N {
			continue
		}
		if !bytes.Equal(must(tlog.ReadTileData(tile, stored)), must(os.ReadFile(files.path(tile)))) {
			log.Fatalf("the tile %s is another", tile.Path())
		}
	}

	// Reads from the tiles alone, which this reader verifies against the root.
	reader := tlog.TileHashReader(tree, files)
	var made written
	for _, claim := range given.Inclusions {
		leaf := tlog.RecordHash([]byte(given.Entries[claim.Index]))
		check(tlog.CheckRecord(hashesOf(claim.Proof), tree.N, tree.Hash, claim.Index, leaf))
		made.Inclusions = append(made.Inclusions, bytesOf(must(tlog.ProveRecord(tree.N, claim.Index, reader))))
	}
	for _, claim := range given.Consistency {
		oldRoot := hashesOf([][]byte{claim.OldRoot})[0]
		check(tlog.CheckTree(hashesOf(claim.Proof), tree.N, tree.Hash, claim.OldSize, oldRoot))
		made.Consistency = append(made.Consistency, bytesOf(must(tlog.ProveTree(tree.N, claim.OldSize, reader))))
	}

	// A new key and checkpoint for Countersign to read.
	skey, vkey, err := note.GenerateKey(nil, "go.example/log")
	check(err)
	signer := must(note.NewSigner(skey))
	made.SignerKey, made.VerifierKey = skey, vkey
	text := fmt.Sprintf("go.example/log\n%s", rest)
	made.Note = string(must(note.Sign(&note.Note{Text: text}, signer)))
	check(json.NewEncoder(os.Stdout).Encode(made))
}

// hashes is an in-memory tlog.HashReader.
type hashes []tlog.Hash

func (stored hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var all []tlog.Hash
	for _, index := range indexes {
		all = append(all, stored[index])
	}
	return all, nil
}

func hashesOf(proof [][]byte) (all []tlog.Hash) {
	for _, bytes := range proof {
		var hash tlog.Hash
		if copy(hash[:], bytes) != len(bytes) || len(bytes) != tlog.HashSize {
			log.Fatalf("a hash of %d bytes", len(bytes))
		}
		all = append(all, hash)
	}
	return all
}

func bytesOf(proof []tlog.Hash) [][]byte {
	all := [][]byte{}
	for _, hash := range proof {
		all = append(all, append([]byte{}, hash[:]...))
	}
	return all
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}
