// CGAL's exact geodesic distances on the triangles of a free space, as a peer that answers on request.
//
// Standard input: the numbers of vertices, triangles and questions; the vertices (x y), the triangles (three vertices),
// the source and then the questions (x y triangle each). After that one word per line:
//
//   build      build the sequence tree of the source, again and again
//   known      distances of all questions, their triangles given
//   located    distances of all questions, found by CGAL's own tree of boxes
//   routes     routes of all questions, their triangles given
//   distances  the distances themselves
//
// Each is answered by one line: the seconds of as many runs as fit a turn (or the distances). Memory is warm after the
// first run, and what a run leaves behind is freed outside the measured time.

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_shortest_path.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Mesh = CGAL::Surface_mesh<Point>;
using Traits = CGAL::Surface_mesh_shortest_path_traits<Kernel, Mesh>;
using Paths = CGAL::Surface_mesh_shortest_path<Traits>;
using Boxes = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_face_graph_triangle_primitive<Mesh>>>;
using Clock = std::chrono::steady_clock;

// A turn ends with the first run after this many seconds.
constexpr double turn_seconds = 0.005;

struct Question {
  Point point;
  Paths::Face_location place;
};

static double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

static Mesh read_mesh(std::size_t vertices, std::size_t triangles) {
  Mesh mesh;
  for (std::size_t i = 0; i < vertices; ++i) {
    double x, y;
    std::cin >> x >> y;
    mesh.add_vertex(Point(x, y, 0));
  }
  for (std::size_t i = 0; i < triangles; ++i) {
    unsigned a, b, c;
    std::cin >> a >> b >> c;
    if (mesh.add_face(Mesh::Vertex_index(a), Mesh::Vertex_index(b), Mesh::Vertex_index(c)) == Mesh::null_face()) {
      std::cerr << "triangle " << i << " makes the mesh no surface\n";
      std::exit(EXIT_FAILURE);
    }
  }
  return mesh;
}

static Question read_question(const Mesh& mesh) {
  double x, y;
  unsigned triangle;
  std::cin >> x >> y >> triangle;
  const Mesh::Face_index face(triangle);
  const auto side = mesh.halfedge(face);
  const Kernel::Triangle_3 corners(mesh.point(mesh.source(side)), mesh.point(mesh.target(side)),
                                   mesh.point(mesh.target(mesh.next(side))));
  const Point point(x, y, 0);
  const Traits traits;
  return {point, {face, traits.construct_barycentric_coordinates_in_triangle_3_object()(corners, point)}};
}

// Prints the seconds of runs until the turn is over. A run gives its own seconds, since it may have to prepare.
template <class Run>
static void take_turn(Run run) {
  const auto start = Clock::now();
  do {
    std::cout << run() << ' ';
  } while (seconds_since(start) < turn_seconds);
  std::cout << std::endl;
}

// Seconds for the answers to all questions. Their sum is kept, so that no answer can be left out.
template <class Answer>
static double ask(const std::vector<Question>& questions, Answer answer) {
  static volatile double kept;
  double sum = 0;
  const auto start = Clock::now();
  for (const Question& question : questions) sum += answer(question);
  const double seconds = seconds_since(start);
  kept = sum;
  return seconds;
}

int main() {
  std::size_t vertices, triangles, count;
  std::cin >> vertices >> triangles >> count;
  const Mesh mesh = read_mesh(vertices, triangles);
  const Question source = read_question(mesh);
  std::vector<Question> questions;
  for (std::size_t i = 0; i < count; ++i) questions.push_back(read_question(mesh));
  if (!std::cin) {
    std::cerr << "the input is not complete\n";
    return EXIT_FAILURE;
  }
  std::cout << std::setprecision(17);

  Paths paths(mesh);
  Boxes boxes;
  paths.build_aabb_tree(boxes);
  boxes.accelerate_distance_queries();
  const auto build = [&] {
    paths.clear();
    paths.add_source_point(source.place);
    const auto start = Clock::now();
    paths.build_sequence_tree();
    return seconds_since(start);
  };
  build();

  const auto distance = [&](const Paths::Face_location& place) {
    return paths.shortest_distance_to_source_points(place.first, place.second).first;
  };
  const auto known = [&](const Question& q) { return distance(q.place); };
  const auto located = [&](const Question& q) { return distance(paths.locate(q.point, boxes)); };
  // The same vector again and again would spare CGAL what every caller who keeps his routes pays.
  const auto route = [&](const Question& q) {
    std::vector<Point> points;
    paths.shortest_path_points_to_source_points(q.place.first, q.place.second, std::back_inserter(points));
    return points.back().x() + static_cast<double>(points.size());
  };

  for (std::string word; std::cin >> word;) {
    if (word == "build") {
      take_turn(build);
    } else if (word == "known") {
      take_turn([&] { return ask(questions, known); });
    } else if (word == "located") {
      take_turn([&] { return ask(questions, located); });
    } else if (word == "routes") {
      take_turn([&] { return ask(questions, route); });
    } else if (word == "distances") {
      for (const Question& question : questions) std::cout << known(question) << ' ';
      std::cout << std::endl;
    } else {
      std::cerr << "unknown word " << word << '\n';
      return EXIT_FAILURE;
    }
  }
}
