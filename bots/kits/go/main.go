// A Motherlode bot in Go, made from the .proto files alone. It plays at random; put your own thoughts into choose.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	pb "motherlode-bot/pb"
)

type bot struct {
	pb.UnimplementedBotServer
}

// choose gives the place of the chosen action in turn.Legal. The view is turn.GetRummy(), turn.GetLagoon() and so on.
func choose(start *pb.MatchStart, turn *pb.Turn) int {
	return rand.IntN(len(turn.Legal))
}

func (bot) Describe(context.Context, *pb.DescribeRequest) (*pb.Description, error) {
	return &pb.Description{Protocol: pb.Protocol_PROTOCOL_1, Name: "go-random", Version: "1"}, nil
}

// Play is a session: batches of starts, turns and ends come in, a batch of choices goes out for each that has turns.
func (bot) Play(stream pb.Bot_PlayServer) error {
	matches := map[uint32]*pb.MatchStart{}
	for {
		batch, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil // the arena has closed its side: so do we
		}
		if err != nil {
			return err
		}
		answers := &pb.FromBot{}
		for _, item := range batch.Items {
			switch what := item.What.(type) {
			case *pb.ForMatch_Start:
				matches[item.Match] = what.Start
			case *pb.ForMatch_Turn:
				code := what.Turn.Legal[choose(matches[item.Match], what.Turn)]
				answers.Choices = append(answers.Choices, &pb.Choice{
					Match: item.Match, Decision: what.Turn.Decision, Action: &pb.Choice_Code{Code: code},
				})
			case *pb.ForMatch_End:
				delete(matches, item.Match)
			}
		}
		if len(answers.Choices) > 0 {
			if err := stream.Send(answers); err != nil {
				return err
			}
		}
	}
}

func main() {
	address := os.Getenv("MOTHERLODE_LISTEN")
	if address == "" {
		address = "127.0.0.1:50051"
	}
	network := "tcp"
	if path, found := strings.CutPrefix(address, "unix:"); found {
		network, address = "unix", path
	}
	listener, err := net.Listen(network, address)
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	pb.RegisterBotServer(server, bot{})
	healthpb.RegisterHealthServer(server, health.NewServer())
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stop
		server.Stop()
	}()
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}
