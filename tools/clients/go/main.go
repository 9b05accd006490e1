// Uses the client of oapi-codegen: `use-client URL TOKEN`.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"

	"use-client/client"
)

const (
	start   = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	fen     = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1"
	mate    = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	pattern = "????????/????????/????????/????????/????????/????????/?????PPP/??????K?"
	pgn     = "[White \"Go\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n\n[White \"Go\"]\n\n1. e4 Ke3 *\n"
)

func check(holds bool, about any) {
	if !holds {
		log.Panicf("%+v", about)
	}
}

// must returns an answer, which is there.
func must[T any](answer T, err error) T {
	check(err == nil, err)
	return answer
}

// some returns what a field is set to.
func some[T any](value T) *T { return &value }

func checkRefusal(refusal client.Refusal) {
	check(refusal.Problem.Status == 400 && strings.HasPrefix(refusal.Problem.Detail, "fen: "), refusal)
}

func main() {
	log.SetFlags(log.Lshortfile)
	ctx := context.Background()
	token := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	})
	api := must(client.NewClientWithResponses(os.Args[1], token))
	several := []string{mate, "nonsense"}

	body := strings.NewReader(pgn)
	imported := must(api.ImportGamesWithBodyWithResponse(ctx, nil, "application/x-chess-pgn", body))
	lines := strings.Split(strings.TrimSpace(string(imported.Body)), "\n")
	// The generator leaves out schemas that no route refers to, such as IngestAnswer.
	var last struct {
		Done     bool
		Games    int
		Rejected []client.RejectedGame
	}
	check(json.Unmarshal([]byte(lines[len(lines)-1]), &last) == nil, lines)
	check(last.Done && last.Games == 1 && len(last.Rejected) == 1, last)
	evals := &client.AnnotateParams{Evals: some(true), Depth: some(int32(2))}
	body = strings.NewReader(pgn)
	annotated := must(api.AnnotateWithBodyWithResponse(ctx, evals, "application/x-chess-pgn", body))
	check(strings.Contains(string(annotated.Body), "%eval"), string(annotated.Body))
	check(must(api.StatusWithResponse(ctx)).JSON200.Games > 1, "status")

	found := must(must(api.SimilarWithResponse(ctx, client.SimilarRequest{
		Fen:      some(fen),
		Limit:    some(int32(3)),
		Distinct: some(client.SimilarRequestDistinctGame),
		Filter:   &client.FilterRequest{Player: some("Carlsen")},
		Plans:    some(true),
	})).JSON200.AsSimilarAnswer())
	check(len(found.Hits) == 3 && len(found.Plans.White) > 0, found)
	hit := found.Hits[0]
	check(hit.Analysis == nil && len(hit.Explanation.Terms) > 0, hit)
	similarTo := must(api.SimilarToWithResponse(ctx, &client.SimilarToParams{Fen: fen, Limit: some(int32(3))}))
	check(len(similarTo.JSON200.Hits) == 3, similarTo)
	batch := must(must(api.SimilarWithResponse(ctx, client.SimilarRequest{Fens: &several})).JSON200.AsResultsSimilarAnswer())
	check(must(batch.Results[0].AsSimilarAnswer()).Fen == mate, batch)
	checkRefusal(must(batch.Results[1].AsRefusal()))

	game := must(api.GameWithResponse(ctx, hit.Game.Id, nil)).JSON200
	check(game.Moves != "" && game.InitialFen == nil, game)
	check(strings.Contains(*game.White.Name+*game.Black.Name, "Carlsen"), game)

	depth, multiPv := some(int32(3)), some(int32(2))
	analyse := client.AnalyseRequest{Fen: some(mate), Depth: depth, MultiPv: multiPv}
	analysis := must(must(api.AnalyseWithResponse(ctx, analyse)).JSON200.AsAnalysis())
	check(len(analysis.Pvs) == 2 && *analysis.Pvs[0].Mate == 1 && analysis.Pvs[0].Cp == nil, analysis)
	motifs := must(must(api.MotifsWithResponse(ctx, client.MotifsRequest{Fen: some(mate)})).JSON200.AsMotifsAnswer())
	check(len(motifs.Motifs) > 0, motifs)
	var text, list client.DifficultyRequest_Solution
	check(text.FromDifficultyRequestSolution0("d1d8") == nil, text)
	check(list.FromDifficultyRequestSolution1([]string{"d1d8"}) == nil, list)
	for _, solution := range []*client.DifficultyRequest_Solution{&text, &list} {
		request := client.DifficultyRequest{Fen: some(mate), Solution: solution}
		solved := must(must(api.DifficultyWithResponse(ctx, request)).JSON200.AsDifficultyAnswer())
		check(solved.Rating > 0, solved)
	}

	training := client.TrainingRequest{Player: some("Carlsen"), Limit: some(int32(1)), Nodes: some(int32(1000))}
	exercises := must(api.TrainingWithResponse(ctx, training)).JSON200
	check(exercises.Plan == nil && exercises.Exercises[0].Solution[0].San != "", exercises)
	plan := must(api.TrainingWithResponse(ctx, client.TrainingRequest{Fen: some(fen), Plan: some(true)})).JSON200
	check(plan.Plan.Fen == fen && plan.Ended == nil, plan)

	matching := must(must(api.PositionsWithResponse(ctx, client.PositionsRequest{Pattern: some(pattern)})).JSON200.AsPatternAnswer())
	check(matching.Hits[0].Played != nil, matching)

	refused := must(api.SimilarWithResponse(ctx, client.SimilarRequest{Fen: some("nonsense")}))
	check(refused.StatusCode() == 400 && refused.JSON200 == nil, refused)
	problem := refused.ApplicationproblemJSON400
	check(*problem.Field == "fen" && strings.HasPrefix(problem.Detail, "fen: "), problem)

	filter := &client.FilterRequest{White: some("Go")}
	own := must(must(api.PositionsWithResponse(ctx, client.PositionsRequest{Fen: some(start), Filter: filter})).JSON200.AsExactAnswer())
	check(own.Games == 1, own)
	var id int64
	check(json.Unmarshal([]byte(own.TopGames[0].Id), &id) == nil, own)
	check(must(api.RemoveGameWithResponse(ctx, id)).StatusCode() == 204, id)
}
